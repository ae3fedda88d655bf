# A window manager in forty lines. It reads events, one a line, and knows which window has the
# focus: open NAME, dialog NAME, focus NAME, close NAME, key TEXT, click X Y, move NAME X Y.
# There is a mistake in it.
$1 == "open" { order[++count] = $2; is_open[$2] = 1; focus = $2 }
$1 == "dialog" { if (is_open[focus]) { parent[$2] = focus; is_open[$2] = 1; focus = $2 } }
$1 == "focus" { if (is_open[$2]) focus = $2 }
$1 == "close" {
  is_open[$2] = 0
  if (focus == $2) {
    if ($2 in parent) focus = parent[$2]
    else {
      focus = ""
      for (i = count; i > 0 && focus == ""; --i) if (is_open[order[i]]) focus = order[i]
    }
  }
}
$1 == "key" {
  if (focus != "" && !is_open[focus]) {
    print "player: line " NR ": key sent to the closed window " focus > "/dev/stderr"
    exit 3
  }
  text[focus] = text[focus] $2
}
