with Ada.Text_IO; use Ada.Text_IO;

procedure Hello is
   type Day is (Mon, Tue, Wed);
   Count : Integer := 0;
begin
   for D in Day loop
      Count := Count + 1;
      Put_Line (Day'Image (D));
   end loop;
end Hello;
