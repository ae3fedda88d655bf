class apache($port = 80) {
  package { 'httpd': ensure => installed }
  file { '/etc/httpd.conf':
    content => template("apache/conf.erb"),
    require => Package['httpd'],
  }
  if $port > 1024 { notify { "port ${port}": } }
}
