import { stat } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { readDescriptors } from '../evm/decode/clear/descriptors/readDescriptors.ts'
import { loadLexicalModel } from '../web/lexical/loadLexicalModel.ts'
import type { Examined } from './examined.ts'

type Settings = Pick<Config, 'urlModelFile' | 'clearSigningDir'>

/** Tries the files that settings name, without which the service does not start. */
export async function examineFiles({ urlModelFile, clearSigningDir }: Settings): Promise<Examined[]> {
  const examined = await Promise.all([
    urlModelFile === null
      ? []
      : tried('URL_MODEL_FILE', 'Name a file that "npm run train:urls" wrote, or unset it.', async () => {
          loadLexicalModel(urlModelFile)
          return { detail: `${urlModelFile} is read`, isWhole: true }
        }),
    clearSigningDir === null
      ? []
      : tried('CLEAR_SIGNING_DIR', 'Name a folder of ERC-7730 descriptors that this user may read.', async () => {
          await stat(clearSigningDir)
          const { descriptors, refused } = await readDescriptors(clearSigningDir)
          const rest = refused.length === 0 ? '' : `, ${refused.length} files are not valid and not used`
          return {
            detail: `${descriptors.length} descriptors of ${clearSigningDir}${rest}`,
            isWhole: refused.length === 0,
          }
        }),
  ])
  return examined.flat()
}

async function tried(
  name: string,
  remedy: string,
  read: () => Promise<{ detail: string; isWhole: boolean }>,
): Promise<Examined> {
  try {
    const { detail, isWhole } = await read()
    return { part: 'files', name, state: isWhole ? 'ok' : 'warning', detail, remedy: isWhole ? null : remedy }
  } catch (error) {
    return {
      part: 'files',
      name,
      state: 'failed',
      detail: error instanceof Error ? error.message : String(error),
      remedy,
    }
  }
}
