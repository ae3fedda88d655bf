: square ( n -- n^2 ) dup * ;
: squares 10 0 do i square . loop cr ;
variable total
squares
5 total +! total @ . bye
