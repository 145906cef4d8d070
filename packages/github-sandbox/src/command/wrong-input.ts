/** What was given to the command is wrong: told in a line, without a stack. */
export class WrongInput extends Error {
  override name = 'WrongInput'
}
