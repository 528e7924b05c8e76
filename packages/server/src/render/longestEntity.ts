/** Characters of the longest entity: a URL of 2,048 characters, and its canonical form may write each as nine. */
export const LONGEST_ENTITY = 9 * 2_048
