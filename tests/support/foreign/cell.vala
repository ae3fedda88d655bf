using Gtk;

public class Cell : Object {
    public signal void changed (int value);
    public int value { get; set; default = 1; }

    public static int main (string[] args) {
        var cell = new Cell ();
        cell.changed.connect ((v) => stdout.printf ("%d\n", v));
        return 0;
    }
}
