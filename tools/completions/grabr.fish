# Completion of grabr for fish. What there is to complete the program says itself.

function __grabr_commands
    grabr help 2>/dev/null | string match -r '^  [a-z]+   +[A-Z].*' | string replace -r '^  ([a-z]+) +(.*)' '$1\t$2'
end
function __grabr_command
    set -l words (commandline -opc)
    test (count $words) -gt 1; and grabr help $words[2] >/dev/null 2>&1; and echo $words[2]
end
function __grabr_options
    grabr (__grabr_command) --help 2>/dev/null | string match -ra -- '--[a-z][-a-z]*' | sort -u
end
complete -c grabr -n 'test (count (commandline -opc)) -eq 1' -a '(__grabr_commands)'
complete -c grabr -n 'string match -q -- "-*" (commandline -ct)' -f -a '(__grabr_options)'
complete -c grabr -s g -l grammar -x -a '(grabr grammar list 2>/dev/null | string match -r "^[a-z][-a-z0-9]*")'
complete -c grabr -l strategy -x -a '(grabr strategies 2>/dev/null | string match -r "^[a-z][-a-z0-9]*")'
