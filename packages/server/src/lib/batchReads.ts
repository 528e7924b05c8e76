/** Asks about one thing, in one read with the other questions of the same moment. */
export type BatchReads<Question, Answer> = (question: Question) => Promise<Answer>

type Asked<Question, Answer> = {
  question: Question
  resolve(answer: Answer | PromiseLike<Answer>): void
  reject(error: unknown): void
}

/** Questions of one read: a read that takes locks holds them for all of its questions. */
const MAX = 200

/**
 * Answers many questions by one read. A read begins after everything that had arrived was taken in (the check phase of the
 * event loop), and takes no question after that: what was committed before a question was asked is in its answer, as if each
 * had read alone.
 * @param read its answers are in the order of the questions. What it throws is thrown to all of them.
 * @param maxAtOnce reads under way. More questions share one where this is smaller, and wait for one that is slow.
 */
export function createBatchReads<Question, Answer>(
  read: (
    questions: Question[],
  ) => readonly (Answer | PromiseLike<Answer>)[] | Promise<readonly (Answer | PromiseLike<Answer>)[]>,
  maxAtOnce: number,
): BatchReads<Question, Answer> {
  const waiting: Asked<Question, Answer>[] = []
  let reading = 0
  let scheduled = false

  const begin = () => {
    scheduled = false
    while (waiting.length > 0 && reading < maxAtOnce) {
      const asked = waiting.splice(0, MAX)
      try {
        const answers = read(asked.map(({ question }) => question))
        if (answers instanceof Promise) follow(answers, asked)
        else settle(asked, answers)
      } catch (error) {
        for (const { reject } of asked) reject(error)
      }
    }
  }

  async function follow(answers: Promise<readonly (Answer | PromiseLike<Answer>)[]>, asked: Asked<Question, Answer>[]) {
    reading++
    try {
      settle(asked, await answers)
    } catch (error) {
      for (const { reject } of asked) reject(error)
    } finally {
      reading--
      begin()
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (scheduled) return
      scheduled = true
      setImmediate(begin)
    })
}

function settle<Question, Answer>(
  asked: readonly Asked<Question, Answer>[],
  answers: readonly (Answer | PromiseLike<Answer>)[],
): void {
  for (const [place, { resolve }] of asked.entries()) resolve(answers[place] as Answer)
}
