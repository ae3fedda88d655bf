import groovy.json.JsonSlurper

def parse(String text) {
    new JsonSlurper().parseText(text)
}

def numbers = [1, 2, 3].collect { it * 2 }
println "sum: ${numbers.sum()}"
assert parse('{"a": 1}').a == 1
