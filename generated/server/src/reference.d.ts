// Generated from spec/ by `npm run generate`: edit the spec, not this file.

export declare const page: string;
export declare const document: string;
