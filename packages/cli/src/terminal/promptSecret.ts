import { Interrupted, type Terminal } from './terminal.ts'

const ENTER = ['\r', '\n', '\u0004']
const CTRL_C = '\u0003'
const ERASE = ['\b', '\u007f']

/** Asks for a secret on the terminal; what is typed or pasted is not shown. @throws Interrupted on Ctrl-C. */
export async function promptSecret({ stdin, stderr }: Terminal, question: string): Promise<string> {
  stderr.write(question)
  stdin.setRawMode?.(true)
  stdin.resume()
  try {
    return await new Promise<string>((resolve, reject) => {
      let typed = ''
      const end = (done: () => void) => {
        stdin.off('data', read)
        stdin.off('end', finish)
        done()
      }
      const finish = () => end(() => resolve(typed))
      const read = (chunk: Buffer | string) => {
        for (const character of String(chunk)) {
          if (character === CTRL_C) return end(() => reject(new Interrupted()))
          if (ENTER.includes(character)) return finish()
          typed = ERASE.includes(character) ? typed.slice(0, -1) : typed + character
        }
      }
      stdin.on('data', read)
      stdin.once('end', finish)
    })
  } finally {
    stdin.setRawMode?.(false)
    stdin.pause()
    stderr.write('\n')
  }
}
