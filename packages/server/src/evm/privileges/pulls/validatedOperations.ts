import { explorePulls } from '../paths/explore.ts'
import type { Explored } from '../paths/explored.ts'
import { markedInputs } from '../paths/markedInput.ts'
import { inputsOf } from '../paths/marks.ts'
import type { Lifted } from '../paths/pull.ts'
import type { Word } from '../paths/word.ts'

/** validateUserOp of entry points 0.6, and 0.7 and later. */
const VALIDATIONS = [
  ['0x3a871cdd', '(address,uint256,bytes,bytes,uint256,uint256,uint256,uint256,uint256,bytes,bytes),bytes32,uint256'],
  ['0x19822f7c', '(address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes),bytes32,uint256'],
] as const
const MAX_STEPS = 60_000
const MASK = (1n << 160n) - 1n
const TIME = (1n << 48n) - 1n

/**
 * Whether an entry point (ERC-4337), which calls an account for operations that the account confirmed, gets that answer with the account's own
 * signature only. Code without such a function confirms nothing, and a fallback only what its answer says. False where not all paths were executed.
 */
export async function confirmsOwnOperations(worldOf: () => Explored): Promise<boolean> {
  for (const [selector, types] of VALIDATIONS)
    for (const input of markedInputs(selector, types)) {
      let isOpen = false
      const world: Explored = {
        ...worldOf(),
        powers: [],
        left: MAX_STEPS,
        ended: ({ lifted, answer }) => {
          const isConfirmed = answer.length >= 32 && confirms(answer.word(0), world.timestamp)
          isOpen ||= isConfirmed && !lifted.some((one) => isSigned(one, world.address))
        },
      }
      const { complete } = await explorePulls(world, input)
      if (isOpen || !complete) return false
    }
  return true
}

/** Whether an answer means that the operation is valid now: no aggregator, and a span of time around now. */
function confirms({ value, marks }: Word, now: bigint): boolean {
  if (inputsOf(marks) !== 0) return true
  const [until, after] = [(value >> 160n) & TIME, value >> 208n]
  return (value & MASK) === 0n && after <= now && (until === 0n || until >= now)
}

function isSigned({ identity }: Lifted, account: bigint): boolean {
  return identity?.who === 'signer' && inputsOf(identity.otherMarks) === 0 && identity.other === account
}
