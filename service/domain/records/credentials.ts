/** An API key, stored under the key itself: a user of one company with roles of its own. */
export interface ApiKey {
  readonly key: string;
  readonly label: string;
  readonly userId: string;
  readonly companyId: string;
  readonly roles: readonly string[];
}

/** An application that may ask people to sign in. Redirect addresses are compared exactly, but for the port rule of `loopbackAnyPort`. */
export interface OauthClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly loopbackAnyPort: boolean;
}

/** A refresh token, kept under its SHA-256. A token that was used or revoked stays, so that it is recognised. */
export interface RefreshGrant {
  readonly id: string;
  readonly clientId: string;
  readonly userId: string;
  readonly companyId: string;
  readonly state: 'live' | 'used' | 'revoked';
}
