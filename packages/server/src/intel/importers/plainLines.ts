import type { Importer } from './importer.ts'
import { linesOf } from './linesOf.ts'

const COMMENT = /^\s*(?:#|\/\/\s|\/\/$|;|$)/
/** URLs have fragments: only a `#` or `//` after a blank begins a remark. One blank: `\s+` would try a long run from each of its places. */
const REMARK = /\s(?:#|\/\/).*$/s

/** One value a line; blank lines and remarks (`#`, `//`, `;`) are passed over: OpenPhish, Phishing.Database. */
export const plainLines: Importer = (text, into) => {
  for (const { text: line, overlong } of linesOf(text)) {
    if (overlong) into.refuse('line-too-long', line)
    else if (!COMMENT.test(line)) into.add(line.replace(REMARK, ''))
  }
}
