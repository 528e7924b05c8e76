import { createPasskeyCeremony } from '../identity/passkeyCeremony.ts'
import { createPasswordHasher } from '../identity/passwordHasher.ts'
import type { Store } from '../store/openStore.ts'
import { boundedHasher } from '../usecases/members/boundedHasher.ts'
import { createMembers } from '../usecases/members/members.ts'
import { createOwnAccess } from '../usecases/members/ownAccess.ts'
import { createSignIn } from '../usecases/members/signIn.ts'

type Kept = Pick<
  Store,
  'members' | 'sessions' | 'passkeys' | 'oneTimeTokens' | 'auditLog' | 'sharedScans' | 'usage' | 'keys'
>

/** Everything about people who sign in, for the HTTP edge. Part of the composition root. */
export function createIdentity(store: Kept, now: () => number) {
  const { members, sessions, passkeys, oneTimeTokens, keys, auditLog: audit } = store
  const hasher = boundedHasher(createPasswordHasher())
  const ports = { members, sessions, passkeys, oneTimeTokens, audit, hasher, ceremony: createPasskeyCeremony(), now }
  return {
    signIn: createSignIn(ports),
    ownAccess: createOwnAccess(ports),
    members: createMembers({ members, sessions, oneTimeTokens, keys, audit, now }),
    sessions,
    audit,
    sharedScans: store.sharedScans,
    usage: store.usage,
  }
}
