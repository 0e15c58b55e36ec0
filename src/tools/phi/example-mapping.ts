// The mapping in the example of phi/reidentify, made by phi/deidentify-text.

/** Of the example alone. */
export const EXAMPLE_KEY = 'base64:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='

/** Base64. */
export const EXAMPLE_MAPPING =
  'SFRQTQEAAAAMEscE5ypJOLPIcC4PvLmU+mNE69yE82gxX3Kbeb2efbb5rlumOkMwSAVX6BR/v2ZCqx+IJzbNko0zW/J01Un9ew3OS6E03MxrPawuypTD98uzLHadga+XNk9EbyVbq/gKfUL4F6WkYUcnz0enhl1s7SY5RZloHYbctkj5qlVww/6XeMlmp2MAsjAUcXKR8+GO9aP0Ij9Ou9ZrUysCgpaJTc7KQ92t81RbTKX2S9dOm7qjav0HHBphIucKhTZoGPIQJG+q1CM/H1xcAYjfjKqhfGzLNK2rKr6PLnsctMakTI+08/2YYK7UbxiN3BP6e7VHtNVLHIvXTyH1vzRXHTAoWGbAGlP+t5ZDYTSIWG3n79f2OKC/V+70d/k24l2GQh3JXZnvtbb84enRm+ThfY27vpH0mUqKn3FeIY7/eCbXFfuIOFTCNAo5nzyhGFTdSGtD'
