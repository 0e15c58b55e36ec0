# The parser of 837D that zentist/TigerShark has (BSD 3-Clause), written by hand from the guide: Python objects.
import importlib

from loop import QUALIFIED, Loop, number
from read_pyx12 import TRANSPARENT


def read_tigershark(module):
    message = importlib.import_module(f'tigershark.parsers.{module}').parsed_837
    loops = {}
    visit(message, '', loops)
    return loops


def visit(node, own, loops):
    loop = loops.setdefault(own, Loop())
    fresh = not loop.segments or own == ''
    for child in node.structure:
        properties = child.props
        required = getattr(properties, 'req_sit', '') == 'R'
        if type(child).__name__ == 'Loop':
            inner = own if child.name in TRANSPARENT else child.name
            if inner != own:
                loops.setdefault(inner, Loop()).lie_in(own, required, number(properties.repeat))
            visit(child, inner, loops)
        elif fresh:
            if own != '' and not loop.segments and child.name in QUALIFIED:
                wanted = f'{child.name}{QUALIFIED[child.name]:02d}'
                loop.codes |= {code for element in child.structure if element.name == wanted for code in element.props.codes}
            loop.add(child.name, required, number(properties.repeat))
