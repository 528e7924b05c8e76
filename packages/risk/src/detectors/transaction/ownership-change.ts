import type { PrivilegeChange } from '../../derive/shapes.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAccount, shortAddress } from '../../wording/accountNames.ts'

const KINDS: ReadonlySet<PrivilegeChange['kind']> = new Set(['owner', 'admin', 'role'])
const ZERO = `0x${'0'.repeat(40)}`

export default defineDetector({
  id: 'ownership-change',
  title: 'Transfer of contract ownership',
  why: 'The owner or admin of a contract can usually take or change everything in it (EIP-173, EIP-1967, role-based access). A single signature transfers that control, and you cannot undo it.',
  advice: 'Sign only if you started this transfer yourself and know the new owner.',
  appliesTo: 'transaction',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'control',
  decisive: true,
  needs: ['privilegeChanges', 'ownWallets'],
  detect: ({ privilegeChanges, ownWallets }) =>
    privilegeChanges
      .filter(({ kind }) => KINDS.has(kind))
      .map(({ kind, contract, from, to, shownBy, fails, waiting }) => {
        const renounced = to === null || to === ZERO
        const own = ownWallets.find(({ address }) => address === to)
        return {
          // Giving control up protects others; the signer should still know that it is final.
          severity:
            own?.alone === true ? 'low' : own !== undefined || renounced || fails || waiting ? 'medium' : 'high',
          description: renounced
            ? `You ${fails ? 'would give' : 'give'} up control of ${shortAddress(contract)} for good${ending(fails)}.`
            : `${nameAccount(to)} ${fails ? 'would become' : 'becomes'} ${kind === 'role' ? 'holder of a role in' : `${kind} of`} ${shortAddress(contract)}${ending(fails)}.${own === undefined ? '' : own.alone ? ' That wallet is yours.' : ' You are one of the owners of that wallet.'}${waiting ? ' An earlier transaction of yours will deploy that contract.' : ''}`,
          evidence: { kind, contract, from, to, shownBy, ownWallet: own !== undefined },
        }
      }),
})

/** Rolled back now, it may still go through at another time. */
function ending(fails?: true): string {
  return fails ? ', but the call fails in simulation' : ''
}
