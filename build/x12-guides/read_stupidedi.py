# Implementations of stupidedi (BSD 3-Clause): Ruby files, a tree of calls.
import re

from loop import QUALIFIED, Loop

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|#[^\n]*|[\w:.]+|[(),=]')


def read_stupidedi(path):
    tokens = [each for each in TOKEN.findall(open(path).read()) if not each.startswith('#')]
    # A loop that stands in two places is a variable.
    starts = [i for i, each in enumerate(tokens) if each == '=' and tokens[i + 2 : i + 3] == ['(']]
    named = {tokens[i - 1]: parse_call(tokens, i + 1)[0] for i in starts}
    loops = {}
    visit(next(each for each in named.values() if each[0] == 'b.build'), '', loops, named)
    return loops


def parse_call(tokens, at):
    """A call as (name, arguments); other arguments are texts."""
    name, arguments = tokens[at], []
    at += 2
    while tokens[at] != ')':
        if tokens[at] == ',':
            at += 1
        elif tokens[at + 1] == '(':
            call, at = parse_call(tokens, at)
            arguments.append(call)
        else:
            arguments.append(tokens[at].strip('"'))
            at += 1
    return (name, arguments), at + 1


def visit(node, own, loops, named):
    loop = loops.setdefault(own, Loop())
    fresh = not loop.segments or own == ''
    parts = [named.get(part) if isinstance(part, str) else part for part in node[1]]
    for child in [part for part in parts if part is not None]:
        kind = child[0]
        if kind.startswith('d::TableDef'):
            visit(child, own, loops, named)
        elif kind == 'd::LoopDef.build':
            inner = child[1][0].split(' ')[0]
            first = next(each for each in child[1] if isinstance(each, tuple) and each[0] == 'b::Segment')
            loops.setdefault(inner, Loop()).lie_in(own, 'r::Required' in first[1], most_of(child))
            visit(child, inner, loops, named)
        elif kind == 'b::Segment' and fresh:
            segment = child[1][1].removeprefix('s::')
            if own != '' and not loop.segments and segment in QUALIFIED:
                loop.codes |= codes_of(child, QUALIFIED[segment])
            loop.add(segment, 'r::Required' in child[1], most_of(child))


def most_of(node):
    return next((int(each[1][0]) for each in node[1] if isinstance(each, tuple) and each[0] == 'd::RepeatCount.bounded'), None)


def codes_of(segment, place):
    elements = [each for each in segment[1] if isinstance(each, tuple) and each[0] == 'b::Element']
    return {code for each in elements[place - 1][1] if isinstance(each, tuple) and each[0] == 'b::Values' for code in each[1]}
