import { Type } from 'typebox'
import { Nullable, OneOf } from './common.ts'

const Change = Type.Object(
  {
    rule: Type.String({ description: 'Such as `EIP-7708`.' }),
    kind: OneOf(['logs', 'opcode', 'code-size'], {
      description:
        'Further logs; an opcode that halts today and may run; a contract that is too large today and may be created.',
    }),
    count: Type.Integer({ description: 'Further logs, or frames that it is about.' }),
    contract: Nullable(Type.String(), { description: 'The contract that it is about; null for all.' }),
  },
  { title: 'RuleChange' },
)

/** `nextFork` of a transaction scan. */
export const NextForkSchema = Type.Object(
  {
    current: Type.String({ description: 'Name of the fork in force.' }),
    next: Type.String({ description: 'Name of the next fork.' }),
    from: Nullable(Type.String(), { description: 'Unix seconds of its first block; null when no date is published.' }),
    execution: Nullable(
      Type.Object(
        {
          success: Type.Boolean(),
          gasUsed: Type.String(),
          revertReason: Nullable(Type.String()),
          sameOutcome: Type.Boolean({ description: 'Same success, and the same logs in the same order.' }),
        },
        { title: 'NextForkExecution' },
      ),
      { description: 'The same transaction under the next rules; null: the engine does not have them.' },
    ),
    changes: Type.Array(Change, { description: 'What follows from the execution under the rules in force.' }),
    notExecuted: Type.Array(Type.String(), { description: 'Rules of the next fork that were not executed.' }),
  },
  { title: 'NextFork' },
)
