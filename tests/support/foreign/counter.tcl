package require Tcl 8.6

proc count {list} {
    set result [dict create]
    foreach item $list {
        dict incr result $item
    }
    return $result
}

puts [count {a b a}]
