import type { Command } from 'commander'
import { addAdd } from './add.ts'
import { addAudit } from './audit.ts'
import { addEnable } from './enable.ts'
import { addList } from './list.ts'
import { addLookup } from './lookup.ts'
import { addRefresh } from './refresh.ts'
import { addStats } from './stats.ts'
import { addSwitches } from './switches.ts'
import { addWords } from './words.ts'

/** `redoubt intel …` */
export function addIntel(intel: Command): void {
  intel.addHelpText(
    'after',
    `
Examples:
  $ redoubt intel enable recommended
  $ redoubt intel lookup login.example.org
  $ redoubt intel refresh --all`,
  )
  addEnable(intel)
  addAdd(intel)
  addList(intel)
  addRefresh(intel)
  addSwitches(intel)
  addLookup(intel)
  addWords(intel)
  addStats(intel)
  addAudit(intel)
}
