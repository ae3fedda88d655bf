use strict;
use warnings;

my %count;
while (my $line = <STDIN>) {
    $count{$_}++ for grep { /\w/ } split /\s+/, $line;
}
foreach my $word (sort { $count{$b} <=> $count{$a} } keys %count) {
    printf "%-10s %d\n", $word, $count{$word};
}
