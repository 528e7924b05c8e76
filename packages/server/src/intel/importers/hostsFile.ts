import type { Importer } from './importer.ts'
import { linesOf } from './linesOf.ts'

/** An IPv6 address with an IPv4 one in it (45), and a zone. On a long word of colons the expression is quadratic. */
const MAX_IP = 61
const IP = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f:.]*:[0-9a-f:.%a-z0-9]*)$/i
/** What a hosts file names for the machine itself. */
const LOCAL =
  /^(?:local|localhost|broadcasthost|0\.0\.0\.0|ip6-[a-z]+|localhost6?\.localdomain6?|[a-z0-9-]+\.localdomain)$/i

/** hosts(5): an address, then one or more names: `0.0.0.0 evil.example # remark`. URLhaus and most DNS block lists. */
export const hostsFile: Importer = (text, into) => {
  for (const { text: line, overlong } of linesOf(text)) {
    if (overlong) {
      into.refuse('line-too-long', line)
      continue
    }
    const content = line.replace(/#.*$/s, '').trim()
    if (content === '') continue
    const [ip = '', ...names] = content.split(/\s+/)
    if (ip.length > MAX_IP || !IP.test(ip) || names.length === 0) into.refuse('malformed', line)
    else for (const name of names) if (!LOCAL.test(name)) into.add(name)
  }
}
