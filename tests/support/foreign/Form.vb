Public Class Form
    Private total As Integer = 0
    Public Function Add(ByVal x As Integer) As Integer
        If x > 0 Then total += x Else Throw New Exception("bad")
        For Each item In List
            Console.WriteLine(item & " " & total)
        Next
        Return total
    End Function
End Class
