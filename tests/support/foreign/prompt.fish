function fish_prompt --description 'a prompt'
    set -l code $status
    if test $code -ne 0
        echo -n (set_color red)"[$code] "(set_color normal)
    end
    string join '' -- $USER @ (prompt_hostname) ' '
end
