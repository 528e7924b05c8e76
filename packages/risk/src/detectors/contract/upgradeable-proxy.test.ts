import type { PrivilegedAccount } from '../../facts/privileges.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { capability, privileged, proxy, TOKEN } from '../../testing/sampleContract.ts'
import detector from './upgradeable-proxy.ts'

/** An upgrade by each account was executed; the proxy names no admin. */
const byRole = (...accounts: PrivilegedAccount[]) => ({
  proxy: proxy({ admin: null }),
  privileged: accounts,
  capabilities: accounts.map(({ address }) =>
    capability('upgrade', 'upgradeToAndCall(address,bytes)', { call: { caller: address } }),
  ),
})

detectorTest(detector, {
  detects: {
    'another contract as admin': { proxy: proxy({ admin: privileged({ account: 'contract' }) }) },
    'an admin that could not be found': { proxy: proxy({ admin: null, upgradeable: null }) },
    'a multisig as admin': { proxy: proxy({ admin: privileged({ account: 'multisig' }) }), severity: 'low' },
    'a role of a timelock, whose upgrade was executed': {
      ...byRole(privileged({ account: 'timelock' })),
      severity: 'low',
    },
    'roles of a timelock and of another contract': {
      ...byRole(privileged({ account: 'timelock' }), privileged({ address: TOKEN, account: 'contract' })),
      severity: 'medium',
    },
    'a diamond without the standard’s function, whose other one a timelock executes': {
      ...byRole(privileged({ account: 'timelock' })),
      proxy: proxy({ kind: 'diamond', admin: null, upgradeable: false }),
      severity: 'low',
    },
    'an executed upgrade by an account that is not known': {
      ...byRole(privileged({ account: 'timelock' })),
      privileged: [],
      severity: 'medium',
    },
    'a timelock as admin': { proxy: proxy({ admin: privileged({ account: 'timelock' }) }), severity: 'low' },
    'a timelock of ten hours': {
      proxy: proxy({ admin: privileged({ account: 'timelock', delaySeconds: 36_000 }) }),
      severity: 'medium',
    },
    'votes of nine days': { proxy: proxy({ admin: privileged({ account: 'governor' }) }), severity: 'medium' },
    'a timelock of ten minutes behind several keys': {
      proxy: proxy({ admin: privileged({ account: 'timelock', delaySeconds: 600 }) }),
      severity: 'medium',
    },
  },
  clears: {
    'a plain token': {},
    'a minimal proxy, fixed for ever': { proxy: proxy({ kind: 'eip1167', admin: null, upgradeable: false }) },
    'an admin that was burned': { proxy: proxy({ admin: privileged({ account: 'burned' }) }) },
    'one key, which is another finding': { proxy: proxy() },
    'a role of one key, which is another finding': byRole(privileged()),
    'a contract that one key commands, which is another finding': byRole(
      privileged({ account: 'timelock', commandedBy: TOKEN }),
    ),
    'another person’s Safe': { proxy: proxy({ kind: 'safe' }) },
  },
})
