# Models of linuxforhealth-x12 (Apache-2.0): Python classes of pydantic 1.
import enum
import importlib
import typing

from loop import QUALIFIED, Loop


def read_linuxforhealth(module):
    from linuxforhealth.x12.models import X12Segment, X12SegmentGroup

    transaction_set = importlib.import_module(f'linuxforhealth.x12.{module}.transaction_set')
    loops = {}

    def visit(group, own, fresh):
        loop = loops.setdefault(own, Loop())
        for name, field in group.__fields__.items():
            options = typing.get_args(field.type_) if typing.get_origin(field.type_) is typing.Union else [field.type_]
            is_list = field.outer_type_ is not field.type_
            most = field.field_info.max_items if is_list else 1
            for kind in options:
                if not isinstance(kind, type):
                    continue
                if issubclass(kind, X12SegmentGroup):
                    inner = own if name in ('header', 'footer') else name.removeprefix('loop_').upper()
                    if inner != own:
                        loops.setdefault(inner, Loop()).lie_in(own, bool(field.required), most)
                    visit(kind, inner, not loops.setdefault(inner, Loop()).segments or inner == '')
                elif issubclass(kind, X12Segment) and fresh:
                    segment = name.removesuffix('_segment').upper()
                    if own != '' and not loop.segments and segment in QUALIFIED:
                        elements = [each for each in kind.__fields__.values() if each.name not in ('delimiters', 'segment_name')]
                        loop.codes |= codes_of(elements[QUALIFIED[segment] - 1])
                    loop.add(segment, bool(field.required), most)

    for kind in vars(transaction_set).values():
        if isinstance(kind, type) and issubclass(kind, X12SegmentGroup) and kind.__module__ == transaction_set.__name__:
            visit(kind, '', True)
    return loops


def codes_of(field):
    kind = field.type_
    if typing.get_origin(kind) is typing.Literal:
        return {str(each) for each in typing.get_args(kind)}
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return {each.value for each in kind}
    return set()
