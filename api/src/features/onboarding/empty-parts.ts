// What the parts of a form hold before anything is saved.

export interface StoredGeneral {
  name: string;
  email: string;
  phone: string;
  onlines: string[];
  accountManager: string;
  isNewClient: boolean | null;
  purchaseMultipleOnlines: boolean | null;
  sameContentPerSite: boolean | null;
}

export const emptyGeneral: StoredGeneral = {
  name: '',
  email: '',
  phone: '',
  onlines: [],
  accountManager: '',
  isNewClient: null,
  purchaseMultipleOnlines: null,
  sameContentPerSite: null,
};

export const emptyCompany = {
  name: '',
  address1: '',
  city: '',
  state: '',
  postalCode: '',
  phone: '',
  contactName: '',
  contactTitle: '',
  profile: '',
  profilePageContact: '',
  companyWebsite: '',
  fileUrl: '',
};
export type StoredCompany = typeof emptyCompany;

export interface StoredContentInfo {
  websiteReview: 'Yes' | 'No' | null;
  comment: string;
}

export const emptyContentInfo: StoredContentInfo = { websiteReview: null, comment: '' };
