# Rules of moov-io/x12 (Apache-2.0): Go files, composite literals.
import re

from loop import QUALIFIED, Loop

TOKEN = re.compile(r'//[^\n]*|"(?:[^"\\]|\\.)*"|\[\]\w+|map\[\w+\][\w.]+|[\w.]+|[{}:,=]')


def read_moov(path):
    tokens = [each for each in TOKEN.findall(open(path).read()) if not each.startswith('//')]
    variables = {}
    for at in [i for i, each in enumerate(tokens) if each == 'var' and tokens[i + 2] == '=']:
        variables[tokens[at + 1]] = parse(tokens, at + 3)[0]
    loops = {}
    root = variables['TransactionSetRule']
    loops[''] = Loop()
    loops[''].add('ST', True, 1)
    visit(root['Composite'], '', loops, variables)
    loops[''].add('SE', True, 1)
    return loops


def parse(tokens, at):
    """A value from there on: a text, or a literal as a dictionary or list; and the place behind it."""
    if tokens[at] != '{' and tokens[at + 1] != '{':
        return tokens[at].strip('"'), at + 1
    at += 1 if tokens[at] == '{' else 2
    entries, items = {}, []
    while tokens[at] != '}':
        if tokens[at] == ',':
            at += 1
            continue
        value, at = parse(tokens, at)
        if tokens[at] == ':':
            entries[value], at = parse(tokens, at + 1)
        else:
            items.append(value)
    return entries or items, at + 1


def visit(rule, own, loops, variables):
    loop = loops.setdefault(own, Loop())
    if not loop.segments or own == '':
        for segment in named(rule.get('Segments', {}), variables).values():
            name = segment['Name']
            if own != '' and not loop.segments and name in QUALIFIED:
                loop.codes |= set(segment['Elements'].get(f'{QUALIFIED[name]:02d}', {}).get('AcceptValues', []))
            loop.add(name, is_required(segment), most_of(segment))
    for child in dict(named(rule.get('Composite', {}), variables)).values():
        inner = child['Name']
        loops.setdefault(inner, Loop()).lie_in(own, is_required(child), most_of(child))
        visit(child, inner, loops, variables)


def named(value, variables):
    return variables[value] if isinstance(value, str) else value


def is_required(rule):
    return rule.get('Mask') == 'rules.MASK_REQUIRED'


def most_of(rule):
    count = rule.get('RepeatCount', '1')
    return int(count) if count.isdigit() else None
