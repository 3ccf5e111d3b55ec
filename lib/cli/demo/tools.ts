/** The tools of the demo agent: a small shop that lives in this process, and counts what it paid out. */
import { isJsonObject, type JsonObject } from "../../core/json/value";

export const CUSTOMER = "cust_1042";
export const REFUND = { customer: CUSTOMER, amount: 840, currency: "EUR", reason: "Order 7731 arrived damaged" };
export const LARGER_REFUND = { ...REFUND, amount: 8400 };

const ACCOUNTS: Readonly<Record<string, JsonObject>> = {
  [CUSTOMER]: { customer: CUSTOMER, name: "Mara Lindqvist", order: 7731, paid: 840, currency: "EUR" },
};

export interface Shop {
  lookUpAccount(released: JsonObject): JsonObject;
  refundPayment(released: JsonObject): JsonObject;
  /** Every refund that was really made, with the arguments it was made with. */
  readonly refunds: readonly JsonObject[];
}

export function openShop(): Shop {
  const refunds: JsonObject[] = [];
  return {
    refunds,
    lookUpAccount(released) {
      const account = ACCOUNTS[String(released.customer)];
      if (!isJsonObject(account)) throw new Error("no such customer");
      return account;
    },
    refundPayment(released) {
      refunds.push(released);
      return { refund: `rf_${String(refunds.length).padStart(4, "0")}`, status: "paid" };
    },
  };
}
