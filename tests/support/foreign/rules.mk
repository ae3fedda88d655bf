CC ?= gcc
SOURCES := $(wildcard *.c)

.PHONY: all clean

all: $(SOURCES:.c=.o)
	$(CC) -o program $^

clean:
	rm -f *.o program
