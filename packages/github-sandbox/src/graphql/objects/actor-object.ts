import { presentLogin } from '../../present/accounts/user.ts'
import type { GraphqlContext, GraphqlObject } from '../graphql-context.ts'

/** User, Bot or Organization. GraphQL shows a bot's login without `[bot]`, unlike REST. */
export function makeActor(context: GraphqlContext, login: string): GraphqlObject {
  const user = presentLogin(context.internals, login)

  return {
    __typename: user.type,
    id: user.node_id,
    databaseId: user.id,
    login: user.type === 'Bot' ? user.login.replace(/\[bot\]$/, '') : user.login,
    name: context.internals.world.users.find((one) => one.login === login)?.name ?? null,
    url: user.html_url,
    avatarUrl: user.avatar_url,
    resourcePath: new URL(user.html_url).pathname,
  }
}
