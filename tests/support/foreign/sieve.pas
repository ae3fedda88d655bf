program Sieve;

const
  Limit = 100;

var
  Marked: array[2..Limit] of Boolean;
  I, J: Integer;

begin
  for I := 2 to Limit do
    if not Marked[I] then
    begin
      WriteLn(I);
      J := I * I;
    end;
end.
