/** Prices of pools are means over half an hour: who wants to move one must hold it there that long. */
export const MEAN_SECONDS = 1_800n
