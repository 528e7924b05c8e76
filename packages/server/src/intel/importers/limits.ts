/** What one import may cost. Lists are strangers' files, and some strangers are thieves. */
export const LIMITS = {
  /** Every format but YAML is read as a stream. */
  fileBytes: 256 * 1024 * 1024,
  /** YAML is parsed in pieces, at about 2 MB a second. */
  yamlBytes: 64 * 1024 * 1024,
  /** UTF-16 units, as below. Longer lines are refused without being kept. */
  lineLength: 64 * 1024,
  entries: 1_000_000,
  /** Values and names together, in bytes of memory: a million entries of usual length take 40 MB. */
  textBytes: 120_000_000,
  nameLength: 64,
  /** One JSON value, XML text or quoted CSV field, with what stands between it and the one before. */
  valueLength: 1024 * 1024,
  /** One JSON value with everything in it: a category of a million hosts takes 40 MB. */
  categoryLength: 64 * 1024 * 1024,
  /** Levels of JSON or XML. */
  depth: 64,
  /** JSON tokens within one value; a category of a million addresses is one value. */
  tokens: 4_000_000,
  milliseconds: 60_000,
  /** Of the worker thread's heap. */
  heapMb: 512,
} as const
