# Completion of grabr for fish. What there is to complete the program says itself.

function __grabr_commands
    set -q argv[1]; or set argv all
    grabr help $argv 2>/dev/null | string match -rg '^  ([a-z]+   +[A-Z].*)' | string replace -r '^([a-z]+) +(.*)' '$1\t$2'
end
function __grabr_command
    set -l words (commandline -opc)
    if test (count $words) -gt 1; and grabr help $words[2] >/dev/null 2>&1
        if test "$words[2]" = grammar; and test (count $words) -gt 2
            echo grammar\n$words[3]
        else
            echo $words[2]
        end
    else
        echo reduce
    end
end
function __grabr_options
    grabr help (__grabr_command) all 2>/dev/null | string match -rg '^  (?:-., )?(--[a-z][-a-z]*)' | sort -u
end
function __grabr_names -a first last
    grabr strategies 2>/dev/null | sed -n "/^$first/,/^$last/p" | string match -rg '^(?:  )?([a-z][-a-z0-9]*)(?: |$)'
end
function __grabr_grammars
    grabr grammar list 2>/dev/null | string match -rg '^([a-z][-a-z0-9]*) .*'
end
function __grabr_at -a number
    test (count (commandline -opc)) -eq $number
end
function __grabr_in -a word
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test "$words[2]" = $word
end
complete -c grabr -n '__grabr_at 1' -a '(__grabr_commands)'
complete -c grabr -n '__grabr_at 2; and __grabr_in help' -f -a '(__grabr_commands)'
complete -c grabr -n '__grabr_at 2; and __grabr_in grammar' -f -a '(__grabr_commands grammar)'
complete -c grabr -n '__grabr_at 3; and __grabr_in help' -f -a '(__grabr_commands (commandline -opc)[3])'
complete -c grabr -n '__grabr_in grammar; and not __grabr_at 2' -a '(__grabr_grammars)'
complete -c grabr -n '__grabr_at 2; and __grabr_in strategies' -f -a '(__grabr_names Strategies NONE)'
complete -c grabr -n 'string match -q -- "-*" (commandline -ct)' -f -a '(__grabr_options)'
complete -c grabr -s g -l grammar -x -a '(__grabr_grammars)'
complete -c grabr -n 'not __grabr_in generate' -l strategy -x -a '(__grabr_names Strategies NONE)'
complete -c grabr -n '__grabr_in generate' -l strategy -x -a 'random cost coverage'
complete -c grabr -l strategies -x -a '(__fish_append , (__grabr_names Strategies NONE))'
complete -c grabr -l explain -x -a '(__grabr_names Strategies NONE)'
complete -c grabr -l minimizer -x -a '(__grabr_names "List minimisers" Pipelines)'
complete -c grabr -l without -x -a '(__fish_append , (__grabr_names Over NONE))'
complete -c grabr -l style -x -a 'keep compact pretty'
complete -c grabr -l unit -x -a 'chars bytes tokens lines args list'
complete -c grabr -l direction -x -a 'forward backward'
complete -c grabr -l print -x -a 'tree json dot tokens chart forest'
