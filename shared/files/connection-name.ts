/** A company's connection file is known by its name. */
export const connectionExtension = '.layover-connection';

export const isConnectionName = (name: string): boolean => name.toLowerCase().endsWith(connectionExtension);
