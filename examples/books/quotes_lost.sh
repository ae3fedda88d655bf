#!/bin/sh
# Tags are still removed as they should be, but so are quotes outside of tags.
cat >> "$1" <<'end'

assert strip_markup('<b class="a>b">bold</b> text') == 'bold text'
assert '"' not in strip_markup('"quoted"') and strip_markup('"quoted"') == 'quoted'
end
python3 -IS "$1" 2> /dev/null
