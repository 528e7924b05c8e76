/** Code of a page, and what it decodes to without being run. */
export type Code = {
  /** URL of the script, or `inline`. */
  where: string
  text: string
  /** What its encoded literals say; empty for none. */
  decoded: string
  /** The code with its escapes opened, followed by `decoded`. */
  unfolded: string
}
