/** Characters of the longest entity: a URL of 2,048, each of which its canonical form may write as nine. */
export const LONGEST_ENTITY = 9 * 2_048
