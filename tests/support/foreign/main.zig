const std = @import("std");

pub fn main() !void {
    const stdout = std.io.getStdOut().writer();
    var i: usize = 0;
    while (i < 3) : (i += 1) {
        try stdout.print("{d}\n", .{i});
    }
}
