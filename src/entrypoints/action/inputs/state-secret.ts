import { optionalText } from './input-kinds.ts'

/** What the bot seals its records with. It may be empty: an event of a fork comes without secrets, and asks for nothing. */
export const stateSecret = optionalText(/^\S{16,}$/, 'at least 16 characters without blanks', {
  about:
    'What the bot’s records are sealed with, from the secrets of the repository: always the same, and a server’s STATE_SECRET where one takes turns with this workflow.',
})
