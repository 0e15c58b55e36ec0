// Why a part of a message did not become a part of a resource.

/** Why a part is in no resource. */
export type Reason =
  | 'delimiters'
  | 'null_value'
  | 'no_segment_map'
  | 'no_map'
  | 'condition_false'
  | 'invalid_value'
  | 'no_code'
  | 'no_timezone'
  | 'no_place'
  | 'no_resource'
