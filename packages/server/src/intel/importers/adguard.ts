import type { Importer } from './importer.ts'
import { linesOf } from './linesOf.ts'

/** Remarks and headers. */
const REMARK = /^(?:!|\[|#\s|$)/
/** Rules that hide page elements or run scripts, on every site or on the sites before the mark: they accuse no site. */
const COSMETIC = /#@?(?:[?$%]{0,2}#|%)|\$\$|\$@\$/
const RULE = /^\|{0,2}(?<value>[^|^*$#/][^|^*$#]*)\^?\|?(?:\$(?<options>.+))?$/
/** These confine a rule to some sites or clients, rewrite instead of blocking, or switch another rule off. */
const CONFINED = /=|(?:^|,)~?badfilter(?:,|$)/
const HOSTS_LINE = /^(?:0\.0\.0\.0|127\.0\.0\.1|::1?)\s+(\S+)$/

/**
 * AdGuard and Adblock Plus rules that block a whole host or path: `||evil.example^`, options such as `$all` or
 * `$third-party` ignored. Exceptions (`@@`) are passed over; rules that hold only somewhere are refused, since here they
 * would hold everywhere.
 */
export const adguard: Importer = (text, into) => {
  for (const { text: line, overlong } of linesOf(text)) {
    const rule = line.trim()
    if (overlong) into.refuse('line-too-long', line)
    else if (REMARK.test(rule) || COSMETIC.test(rule) || rule.startsWith('@@')) continue
    else {
      const { value, options } = RULE.exec(HOSTS_LINE.exec(rule)?.[1] ?? rule)?.groups ?? {}
      if (options !== undefined && CONFINED.test(options)) into.refuse('conditional-rule', rule)
      else if (value === undefined) into.refuse('not-an-entry', rule)
      else into.add(value)
    }
  }
}
