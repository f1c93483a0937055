// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import { formats } from "../all-formats.ts";
import { textLength } from "../runtime/text-length.ts";

export const body1 = validate10;
const schema11 = {"$ref":"ChargeRequest.json","$id":"body1"};
const schema12 = {"type":"object","required":["amountInCents","customer"],"properties":{"amountInCents":{"$ref":"Amount.json"},"customer":{"$ref":"Customer.json"},"description":{"$ref":"Description.json"},"postbackUrl":{"$ref":"NotificationUrl.json"},"items":{"type":"array","items":{"$ref":"Item.json"},"maxItems":100}},"$id":"ChargeRequest.json"};
const schema13 = {"type":"integer","format":"int64","minimum":1,"maximum":1000000000,"$id":"Amount.json"};
const schema17 = {"type":"string","maxLength":140,"$id":"Description.json"};
const schema18 = {"type":"string","format":"https-url","minLength":9,"maxLength":2048,"pattern":"^https://[^\\s/?#]+\\S*$","$id":"NotificationUrl.json"};
const schema19 = {"type":"object","required":["title","tangible","quantity","amountInCents"],"properties":{"title":{"type":"string","minLength":1},"tangible":{"type":"boolean"},"quantity":{"type":"integer","format":"int32","minimum":1},"amountInCents":{"type":"integer","format":"int64","minimum":0,"maximum":9007199254740991}},"$id":"Item.json"};
const formats0 = formats.int64;
const formats8 = formats["https-url"];
const formats10 = formats.int32;
const schema14 = {"type":"object","required":["name","email","documentType","document"],"properties":{"name":{"type":"string","minLength":1},"email":{"type":"string","format":"email"},"documentType":{"$ref":"DocumentType.json"},"document":{"type":"string","pattern":"^([0-9]{11}|[0-9]{14})$"},"phone":{"type":"string","pattern":"^(\\([1-9][0-9]\\) 9?[0-9]{4}-[0-9]{4}|[0-9]{10,13})$"},"billingAddress":{"$ref":"BillingAddress.json"}},"allOf":[{"if":{"type":"object","properties":{"documentType":{"const":"cpf"}},"required":["documentType"]},"then":{"type":"object","properties":{"document":{"type":"string","format":"cpf"}}}},{"if":{"type":"object","properties":{"documentType":{"const":"cnpj"}},"required":["documentType"]},"then":{"type":"object","properties":{"document":{"type":"string","format":"cnpj"}}}}],"$id":"Customer.json"};
const schema15 = {"type":"string","enum":["cpf","cnpj"],"$id":"DocumentType.json"};
const schema16 = {"type":"object","properties":{"street":{"type":"string"},"number":{"type":"string"},"neighborhood":{"type":"string"},"city":{"type":"string"},"state":{"type":"string","pattern":"^[A-Za-z]{2}$"},"zipCode":{"type":"string"}},"$id":"BillingAddress.json"};
const formats2 = formats.cpf;
const formats4 = formats.cnpj;
const formats6 = formats.email;
const func2 = textLength;
const pattern0 = new RegExp("^([0-9]{11}|[0-9]{14})$", "u");
const pattern1 = new RegExp("^(\\([1-9][0-9]\\) 9?[0-9]{4}-[0-9]{4}|[0-9]{10,13})$", "u");
const pattern2 = new RegExp("^[A-Za-z]{2}$", "u");

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="Customer.json" */;
let vErrors = null;
let errors = 0;
const _errs2 = errors;
let valid1 = true;
const _errs3 = errors;
if(errors === _errs3){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.documentType === undefined) && (missing0 = "documentType")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data.documentType !== undefined){
if("cpf" !== data.documentType){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
}
else {
const err2 = {};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs3 === errors;
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.document !== undefined){
let data1 = data.document;
if(typeof data1 === "string"){
if(!(formats2(data1))){
const err3 = {instancePath:instancePath+"/document",schemaPath:"#/allOf/0/then/properties/document/format",keyword:"format",params:{format: "cpf"},message:"must match format \""+"cpf"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/document",schemaPath:"#/allOf/0/then/properties/document/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/allOf/0/then/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var _valid0 = _errs6 === errors;
valid1 = _valid0;
}
if(!valid1){
const err6 = {instancePath,schemaPath:"#/allOf/0/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
const _errs11 = errors;
let valid4 = true;
const _errs12 = errors;
if(errors === _errs12){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.documentType === undefined) && (missing1 = "documentType")){
const err7 = {};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
else {
if(data.documentType !== undefined){
if("cnpj" !== data.documentType){
const err8 = {};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
}
else {
const err9 = {};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
var _valid1 = _errs12 === errors;
errors = _errs11;
if(vErrors !== null){
if(_errs11){
vErrors.length = _errs11;
}
else {
vErrors = null;
}
}
if(_valid1){
const _errs15 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.document !== undefined){
let data3 = data.document;
if(typeof data3 === "string"){
if(!(formats4(data3))){
const err10 = {instancePath:instancePath+"/document",schemaPath:"#/allOf/1/then/properties/document/format",keyword:"format",params:{format: "cnpj"},message:"must match format \""+"cnpj"+"\""};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/document",schemaPath:"#/allOf/1/then/properties/document/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/allOf/1/then/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
var _valid1 = _errs15 === errors;
valid4 = _valid1;
}
if(!valid4){
const err13 = {instancePath,schemaPath:"#/allOf/1/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
const err14 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data.email === undefined){
const err15 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "email"},message:"must have required property '"+"email"+"'"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data.documentType === undefined){
const err16 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "documentType"},message:"must have required property '"+"documentType"+"'"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data.document === undefined){
const err17 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "document"},message:"must have required property '"+"document"+"'"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data.name !== undefined){
let data4 = data.name;
if(typeof data4 === "string"){
if(func2(data4) < 1){
const err18 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.email !== undefined){
let data5 = data.email;
if(typeof data5 === "string"){
if(!(formats6(data5))){
const err20 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/format",keyword:"format",params:{format: "email"},message:"must match format \""+"email"+"\""};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.documentType !== undefined){
let data6 = data.documentType;
if(typeof data6 !== "string"){
const err22 = {instancePath:instancePath+"/documentType",schemaPath:"DocumentType.json/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(!((data6 === "cpf") || (data6 === "cnpj"))){
const err23 = {instancePath:instancePath+"/documentType",schemaPath:"DocumentType.json/enum",keyword:"enum",params:{allowedValues: schema15.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.document !== undefined){
let data7 = data.document;
if(typeof data7 === "string"){
if(!pattern0.test(data7)){
const err24 = {instancePath:instancePath+"/document",schemaPath:"#/properties/document/pattern",keyword:"pattern",params:{pattern: "^([0-9]{11}|[0-9]{14})$"},message:"must match pattern \""+"^([0-9]{11}|[0-9]{14})$"+"\""};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/document",schemaPath:"#/properties/document/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.phone !== undefined){
let data8 = data.phone;
if(typeof data8 === "string"){
if(!pattern1.test(data8)){
const err26 = {instancePath:instancePath+"/phone",schemaPath:"#/properties/phone/pattern",keyword:"pattern",params:{pattern: "^(\\([1-9][0-9]\\) 9?[0-9]{4}-[0-9]{4}|[0-9]{10,13})$"},message:"must match pattern \""+"^(\\([1-9][0-9]\\) 9?[0-9]{4}-[0-9]{4}|[0-9]{10,13})$"+"\""};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/phone",schemaPath:"#/properties/phone/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.billingAddress !== undefined){
let data9 = data.billingAddress;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.street !== undefined){
if(typeof data9.street !== "string"){
const err28 = {instancePath:instancePath+"/billingAddress/street",schemaPath:"BillingAddress.json/properties/street/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data9.number !== undefined){
if(typeof data9.number !== "string"){
const err29 = {instancePath:instancePath+"/billingAddress/number",schemaPath:"BillingAddress.json/properties/number/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data9.neighborhood !== undefined){
if(typeof data9.neighborhood !== "string"){
const err30 = {instancePath:instancePath+"/billingAddress/neighborhood",schemaPath:"BillingAddress.json/properties/neighborhood/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data9.city !== undefined){
if(typeof data9.city !== "string"){
const err31 = {instancePath:instancePath+"/billingAddress/city",schemaPath:"BillingAddress.json/properties/city/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data9.state !== undefined){
let data14 = data9.state;
if(typeof data14 === "string"){
if(!pattern2.test(data14)){
const err32 = {instancePath:instancePath+"/billingAddress/state",schemaPath:"BillingAddress.json/properties/state/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z]{2}$"},message:"must match pattern \""+"^[A-Za-z]{2}$"+"\""};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
else {
const err33 = {instancePath:instancePath+"/billingAddress/state",schemaPath:"BillingAddress.json/properties/state/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data9.zipCode !== undefined){
if(typeof data9.zipCode !== "string"){
const err34 = {instancePath:instancePath+"/billingAddress/zipCode",schemaPath:"BillingAddress.json/properties/zipCode/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
else {
const err35 = {instancePath:instancePath+"/billingAddress",schemaPath:"BillingAddress.json/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
else {
const err36 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
validate12.errors = vErrors;
return errors === 0;
}

const pattern3 = new RegExp("^https://[^\\s/?#]+\\S*$", "u");

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="ChargeRequest.json" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.amountInCents === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amountInCents"},message:"must have required property '"+"amountInCents"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.customer === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "customer"},message:"must have required property '"+"customer"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.amountInCents !== undefined){
let data0 = data.amountInCents;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err2 = {instancePath:instancePath+"/amountInCents",schemaPath:"Amount.json/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 1000000000 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/amountInCents",schemaPath:"Amount.json/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000},message:"must be <= 1000000000"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/amountInCents",schemaPath:"Amount.json/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!(formats0.validate(data0))){
const err5 = {instancePath:instancePath+"/amountInCents",schemaPath:"Amount.json/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
if(data.customer !== undefined){
if(!(validate12(data.customer, {instancePath:instancePath+"/customer",parentData:data,parentDataProperty:"customer",rootData}))){
vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors);
errors = vErrors.length;
}
}
if(data.description !== undefined){
let data2 = data.description;
if(typeof data2 === "string"){
if(func2(data2) > 140){
const err6 = {instancePath:instancePath+"/description",schemaPath:"Description.json/maxLength",keyword:"maxLength",params:{limit: 140},message:"must NOT have more than 140 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/description",schemaPath:"Description.json/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.postbackUrl !== undefined){
let data3 = data.postbackUrl;
if(typeof data3 === "string"){
if(func2(data3) > 2048){
const err8 = {instancePath:instancePath+"/postbackUrl",schemaPath:"NotificationUrl.json/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(func2(data3) < 9){
const err9 = {instancePath:instancePath+"/postbackUrl",schemaPath:"NotificationUrl.json/minLength",keyword:"minLength",params:{limit: 9},message:"must NOT have fewer than 9 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!pattern3.test(data3)){
const err10 = {instancePath:instancePath+"/postbackUrl",schemaPath:"NotificationUrl.json/pattern",keyword:"pattern",params:{pattern: "^https://[^\\s/?#]+\\S*$"},message:"must match pattern \""+"^https://[^\\s/?#]+\\S*$"+"\""};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!(formats8(data3))){
const err11 = {instancePath:instancePath+"/postbackUrl",schemaPath:"NotificationUrl.json/format",keyword:"format",params:{format: "https-url"},message:"must match format \""+"https-url"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/postbackUrl",schemaPath:"NotificationUrl.json/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.items !== undefined){
let data4 = data.items;
if(Array.isArray(data4)){
if(data4.length > 100){
const err13 = {instancePath:instancePath+"/items",schemaPath:"#/properties/items/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.title === undefined){
const err14 = {instancePath:instancePath+"/items/" + i0,schemaPath:"Item.json/required",keyword:"required",params:{missingProperty: "title"},message:"must have required property '"+"title"+"'"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data5.tangible === undefined){
const err15 = {instancePath:instancePath+"/items/" + i0,schemaPath:"Item.json/required",keyword:"required",params:{missingProperty: "tangible"},message:"must have required property '"+"tangible"+"'"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data5.quantity === undefined){
const err16 = {instancePath:instancePath+"/items/" + i0,schemaPath:"Item.json/required",keyword:"required",params:{missingProperty: "quantity"},message:"must have required property '"+"quantity"+"'"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data5.amountInCents === undefined){
const err17 = {instancePath:instancePath+"/items/" + i0,schemaPath:"Item.json/required",keyword:"required",params:{missingProperty: "amountInCents"},message:"must have required property '"+"amountInCents"+"'"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data5.title !== undefined){
let data6 = data5.title;
if(typeof data6 === "string"){
if(func2(data6) < 1){
const err18 = {instancePath:instancePath+"/items/" + i0+"/title",schemaPath:"Item.json/properties/title/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/items/" + i0+"/title",schemaPath:"Item.json/properties/title/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data5.tangible !== undefined){
if(typeof data5.tangible !== "boolean"){
const err20 = {instancePath:instancePath+"/items/" + i0+"/tangible",schemaPath:"Item.json/properties/tangible/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data5.quantity !== undefined){
let data8 = data5.quantity;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err21 = {instancePath:instancePath+"/items/" + i0+"/quantity",schemaPath:"Item.json/properties/quantity/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 1 || isNaN(data8)){
const err22 = {instancePath:instancePath+"/items/" + i0+"/quantity",schemaPath:"Item.json/properties/quantity/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(!(formats10.validate(data8))){
const err23 = {instancePath:instancePath+"/items/" + i0+"/quantity",schemaPath:"Item.json/properties/quantity/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\""};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
if(data5.amountInCents !== undefined){
let data9 = data5.amountInCents;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err24 = {instancePath:instancePath+"/items/" + i0+"/amountInCents",schemaPath:"Item.json/properties/amountInCents/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 9007199254740991 || isNaN(data9)){
const err25 = {instancePath:instancePath+"/items/" + i0+"/amountInCents",schemaPath:"Item.json/properties/amountInCents/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data9 < 0 || isNaN(data9)){
const err26 = {instancePath:instancePath+"/items/" + i0+"/amountInCents",schemaPath:"Item.json/properties/amountInCents/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(!(formats0.validate(data9))){
const err27 = {instancePath:instancePath+"/items/" + i0+"/amountInCents",schemaPath:"Item.json/properties/amountInCents/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
}
else {
const err28 = {instancePath:instancePath+"/items/" + i0,schemaPath:"Item.json/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
else {
const err29 = {instancePath:instancePath+"/items",schemaPath:"#/properties/items/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
validate11.errors = vErrors;
return errors === 0;
}


function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="body1" */;
let vErrors = null;
let errors = 0;
if(!(validate11(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
errors = vErrors.length;
}
validate10.errors = vErrors;
return errors === 0;
}

export const body2 = validate15;
const schema20 = {"$ref":"TransferRequest.json","$id":"body2"};
const schema21 = {"type":"object","required":["pixKey","amount"],"properties":{"pixKey":{"$ref":"PixKey.json"},"amount":{"$ref":"Amount.json"},"currency":{"$ref":"Currency.json"},"description":{"$ref":"Description.json"},"postbackUrl":{"anyOf":[{"$ref":"NotificationUrl.json"},{"type":"string","enum":[""]}]}},"$id":"TransferRequest.json"};
const schema29 = {"type":"string","enum":["BRL"],"$id":"Currency.json"};
const schema22 = {"anyOf":[{"$ref":"CpfKey.json"},{"$ref":"CnpjKey.json"},{"$ref":"PhoneKey.json"},{"$ref":"EmailKey.json"},{"$ref":"RandomKey.json"}],"$id":"PixKey.json"};
const schema23 = {"type":"string","format":"cpf","pattern":"^[0-9]{11}$","$id":"CpfKey.json"};
const schema24 = {"type":"string","format":"cnpj","pattern":"^[0-9A-Z]{12}[0-9]{2}$","$id":"CnpjKey.json"};
const schema25 = {"type":"string","format":"pix-phone","pattern":"^\\+[1-9][0-9]\\d{1,14}$","$id":"PhoneKey.json"};
const schema26 = {"type":"string","format":"pix-email","maxLength":77,"pattern":"^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$","$id":"EmailKey.json"};
const schema27 = {"type":"string","format":"uuid","pattern":"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$","$id":"RandomKey.json"};
const formats18 = formats["pix-phone"];
const formats20 = formats["pix-email"];
const formats22 = formats.uuid;
const pattern4 = new RegExp("^[0-9]{11}$", "u");
const pattern5 = new RegExp("^[0-9A-Z]{12}[0-9]{2}$", "u");
const pattern6 = new RegExp("^\\+[1-9][0-9]\\d{1,14}$", "u");
const pattern7 = new RegExp("^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$", "u");
const pattern8 = new RegExp("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "u");

function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="PixKey.json" */;
let vErrors = null;
let errors = 0;
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(typeof data === "string"){
if(!pattern4.test(data)){
const err0 = {instancePath,schemaPath:"CpfKey.json/pattern",keyword:"pattern",params:{pattern: "^[0-9]{11}$"},message:"must match pattern \""+"^[0-9]{11}$"+"\""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!(formats2(data))){
const err1 = {instancePath,schemaPath:"CpfKey.json/format",keyword:"format",params:{format: "cpf"},message:"must match format \""+"cpf"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"CpfKey.json/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs4 = errors;
if(typeof data === "string"){
if(!pattern5.test(data)){
const err3 = {instancePath,schemaPath:"CnpjKey.json/pattern",keyword:"pattern",params:{pattern: "^[0-9A-Z]{12}[0-9]{2}$"},message:"must match pattern \""+"^[0-9A-Z]{12}[0-9]{2}$"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!(formats4(data))){
const err4 = {instancePath,schemaPath:"CnpjKey.json/format",keyword:"format",params:{format: "cnpj"},message:"must match format \""+"cnpj"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath,schemaPath:"CnpjKey.json/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var _valid0 = _errs4 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs7 = errors;
if(typeof data === "string"){
if(!pattern6.test(data)){
const err6 = {instancePath,schemaPath:"PhoneKey.json/pattern",keyword:"pattern",params:{pattern: "^\\+[1-9][0-9]\\d{1,14}$"},message:"must match pattern \""+"^\\+[1-9][0-9]\\d{1,14}$"+"\""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!(formats18(data))){
const err7 = {instancePath,schemaPath:"PhoneKey.json/format",keyword:"format",params:{format: "pix-phone"},message:"must match format \""+"pix-phone"+"\""};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath,schemaPath:"PhoneKey.json/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid0 = _errs7 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs10 = errors;
if(typeof data === "string"){
if(func2(data) > 77){
const err9 = {instancePath,schemaPath:"EmailKey.json/maxLength",keyword:"maxLength",params:{limit: 77},message:"must NOT have more than 77 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!pattern7.test(data)){
const err10 = {instancePath,schemaPath:"EmailKey.json/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$"},message:"must match pattern \""+"^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$"+"\""};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!(formats20(data))){
const err11 = {instancePath,schemaPath:"EmailKey.json/format",keyword:"format",params:{format: "pix-email"},message:"must match format \""+"pix-email"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath,schemaPath:"EmailKey.json/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
var _valid0 = _errs10 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs13 = errors;
if(typeof data === "string"){
if(!pattern8.test(data)){
const err13 = {instancePath,schemaPath:"RandomKey.json/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},message:"must match pattern \""+"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!(formats22(data))){
const err14 = {instancePath,schemaPath:"RandomKey.json/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\""};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath,schemaPath:"RandomKey.json/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
var _valid0 = _errs13 === errors;
valid0 = valid0 || _valid0;
}
}
}
}
if(!valid0){
const err16 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate17.errors = vErrors;
return errors === 0;
}


function validate16(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="TransferRequest.json" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.pixKey === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "pixKey"},message:"must have required property '"+"pixKey"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.amount === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "amount"},message:"must have required property '"+"amount"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.pixKey !== undefined){
if(!(validate17(data.pixKey, {instancePath:instancePath+"/pixKey",parentData:data,parentDataProperty:"pixKey",rootData}))){
vErrors = vErrors === null ? validate17.errors : vErrors.concat(validate17.errors);
errors = vErrors.length;
}
}
if(data.amount !== undefined){
let data1 = data.amount;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err2 = {instancePath:instancePath+"/amount",schemaPath:"Amount.json/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 1000000000 || isNaN(data1)){
const err3 = {instancePath:instancePath+"/amount",schemaPath:"Amount.json/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000},message:"must be <= 1000000000"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err4 = {instancePath:instancePath+"/amount",schemaPath:"Amount.json/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!(formats0.validate(data1))){
const err5 = {instancePath:instancePath+"/amount",schemaPath:"Amount.json/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
if(data.currency !== undefined){
let data2 = data.currency;
if(typeof data2 !== "string"){
const err6 = {instancePath:instancePath+"/currency",schemaPath:"Currency.json/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!(data2 === "BRL")){
const err7 = {instancePath:instancePath+"/currency",schemaPath:"Currency.json/enum",keyword:"enum",params:{allowedValues: schema29.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.description !== undefined){
let data3 = data.description;
if(typeof data3 === "string"){
if(func2(data3) > 140){
const err8 = {instancePath:instancePath+"/description",schemaPath:"Description.json/maxLength",keyword:"maxLength",params:{limit: 140},message:"must NOT have more than 140 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/description",schemaPath:"Description.json/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.postbackUrl !== undefined){
let data4 = data.postbackUrl;
const _errs12 = errors;
let valid4 = false;
const _errs13 = errors;
if(typeof data4 === "string"){
if(func2(data4) > 2048){
const err10 = {instancePath:instancePath+"/postbackUrl",schemaPath:"NotificationUrl.json/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(func2(data4) < 9){
const err11 = {instancePath:instancePath+"/postbackUrl",schemaPath:"NotificationUrl.json/minLength",keyword:"minLength",params:{limit: 9},message:"must NOT have fewer than 9 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!pattern3.test(data4)){
const err12 = {instancePath:instancePath+"/postbackUrl",schemaPath:"NotificationUrl.json/pattern",keyword:"pattern",params:{pattern: "^https://[^\\s/?#]+\\S*$"},message:"must match pattern \""+"^https://[^\\s/?#]+\\S*$"+"\""};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!(formats8(data4))){
const err13 = {instancePath:instancePath+"/postbackUrl",schemaPath:"NotificationUrl.json/format",keyword:"format",params:{format: "https-url"},message:"must match format \""+"https-url"+"\""};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/postbackUrl",schemaPath:"NotificationUrl.json/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
var _valid0 = _errs13 === errors;
valid4 = valid4 || _valid0;
if(!valid4){
const _errs16 = errors;
if(typeof data4 !== "string"){
const err15 = {instancePath:instancePath+"/postbackUrl",schemaPath:"#/properties/postbackUrl/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!(data4 === "")){
const err16 = {instancePath:instancePath+"/postbackUrl",schemaPath:"#/properties/postbackUrl/anyOf/1/enum",keyword:"enum",params:{allowedValues: schema21.properties.postbackUrl.anyOf[1].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
var _valid0 = _errs16 === errors;
valid4 = valid4 || _valid0;
}
if(!valid4){
const err17 = {instancePath:instancePath+"/postbackUrl",schemaPath:"#/properties/postbackUrl/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
else {
errors = _errs12;
if(vErrors !== null){
if(_errs12){
vErrors.length = _errs12;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err18 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
validate16.errors = vErrors;
return errors === 0;
}


function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="body2" */;
let vErrors = null;
let errors = 0;
if(!(validate16(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate16.errors : vErrors.concat(validate16.errors);
errors = vErrors.length;
}
validate15.errors = vErrors;
return errors === 0;
}

export const body6 = validate20;
const schema32 = {"$ref":"WebhookRequest.json","$id":"body6"};
const schema33 = {"type":"object","required":["url"],"properties":{"url":{"$ref":"NotificationUrl.json"},"events":{"type":"array","items":{"$ref":"NotificationEvent.json"}},"name":{"type":"string"},"isActive":{"type":"boolean"}},"$id":"WebhookRequest.json"};
const schema35 = {"type":"string","enum":["transaction_created","transaction_paid","transaction_canceled","transaction_refunded","transfer_created","transfer_updated","transfer_completed","transfer_canceled"],"$id":"NotificationEvent.json"};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="WebhookRequest.json" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.url === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.url !== undefined){
let data0 = data.url;
if(typeof data0 === "string"){
if(func2(data0) > 2048){
const err1 = {instancePath:instancePath+"/url",schemaPath:"NotificationUrl.json/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func2(data0) < 9){
const err2 = {instancePath:instancePath+"/url",schemaPath:"NotificationUrl.json/minLength",keyword:"minLength",params:{limit: 9},message:"must NOT have fewer than 9 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern3.test(data0)){
const err3 = {instancePath:instancePath+"/url",schemaPath:"NotificationUrl.json/pattern",keyword:"pattern",params:{pattern: "^https://[^\\s/?#]+\\S*$"},message:"must match pattern \""+"^https://[^\\s/?#]+\\S*$"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!(formats8(data0))){
const err4 = {instancePath:instancePath+"/url",schemaPath:"NotificationUrl.json/format",keyword:"format",params:{format: "https-url"},message:"must match format \""+"https-url"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/url",schemaPath:"NotificationUrl.json/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.events !== undefined){
let data1 = data.events;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 !== "string"){
const err6 = {instancePath:instancePath+"/events/" + i0,schemaPath:"NotificationEvent.json/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!((((((((data2 === "transaction_created") || (data2 === "transaction_paid")) || (data2 === "transaction_canceled")) || (data2 === "transaction_refunded")) || (data2 === "transfer_created")) || (data2 === "transfer_updated")) || (data2 === "transfer_completed")) || (data2 === "transfer_canceled"))){
const err7 = {instancePath:instancePath+"/events/" + i0,schemaPath:"NotificationEvent.json/enum",keyword:"enum",params:{allowedValues: schema35.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/events",schemaPath:"#/properties/events/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.name !== undefined){
if(typeof data.name !== "string"){
const err9 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.isActive !== undefined){
if(typeof data.isActive !== "boolean"){
const err10 = {instancePath:instancePath+"/isActive",schemaPath:"#/properties/isActive/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}


function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="body6" */;
let vErrors = null;
let errors = 0;
if(!(validate21(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
validate20.errors = vErrors;
return errors === 0;
}


import { headers2, path3, path4, path7 } from "./parameters.js";

function clean2(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const copy = {};
  if (value["street"] !== undefined) copy["street"] = value["street"];
  if (value["number"] !== undefined) copy["number"] = value["number"];
  if (value["neighborhood"] !== undefined) copy["neighborhood"] = value["neighborhood"];
  if (value["city"] !== undefined) copy["city"] = value["city"];
  if (value["state"] !== undefined) copy["state"] = value["state"];
  if (value["zipCode"] !== undefined) copy["zipCode"] = value["zipCode"];
  return copy;
}

function clean1(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const copy = {};
  if (value["name"] !== undefined) copy["name"] = value["name"];
  if (value["email"] !== undefined) copy["email"] = value["email"];
  if (value["documentType"] !== undefined) copy["documentType"] = value["documentType"];
  if (value["document"] !== undefined) copy["document"] = value["document"];
  if (value["phone"] !== undefined) copy["phone"] = value["phone"];
  if (value["billingAddress"] !== undefined) copy["billingAddress"] = clean2(value["billingAddress"]);
  return copy;
}

function clean4(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const copy = {};
  if (value["title"] !== undefined) copy["title"] = value["title"];
  if (value["tangible"] !== undefined) copy["tangible"] = value["tangible"];
  if (value["quantity"] !== undefined) copy["quantity"] = value["quantity"];
  if (value["amountInCents"] !== undefined) copy["amountInCents"] = value["amountInCents"];
  return copy;
}

function clean3(value) {
  return Array.isArray(value) ? value.map(clean4) : value;
}

function clean0(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const copy = {};
  if (value["amountInCents"] !== undefined) copy["amountInCents"] = value["amountInCents"];
  if (value["customer"] !== undefined) copy["customer"] = clean1(value["customer"]);
  if (value["description"] !== undefined) copy["description"] = value["description"];
  else copy["description"] = "";
  if (value["postbackUrl"] !== undefined) copy["postbackUrl"] = value["postbackUrl"];
  if (value["items"] !== undefined) copy["items"] = clean3(value["items"]);
  return copy;
}

function clean5(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const copy = {};
  if (value["pixKey"] !== undefined) copy["pixKey"] = value["pixKey"];
  if (value["amount"] !== undefined) copy["amount"] = value["amount"];
  if (value["currency"] !== undefined) copy["currency"] = value["currency"];
  else copy["currency"] = "BRL";
  if (value["description"] !== undefined) copy["description"] = value["description"];
  else copy["description"] = "";
  if (value["postbackUrl"] !== undefined) copy["postbackUrl"] = value["postbackUrl"];
  else copy["postbackUrl"] = "";
  return copy;
}

function clean6(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const copy = {};
  if (value["url"] !== undefined) copy["url"] = value["url"];
  if (value["events"] !== undefined) copy["events"] = value["events"];
  if (value["name"] !== undefined) copy["name"] = value["name"];
  else copy["name"] = "Webhook";
  if (value["isActive"] !== undefined) copy["isActive"] = value["isActive"];
  else copy["isActive"] = true;
  return copy;
}

/** By operation: its checks. */
export const requests = {
  "issueToken": {  },
  "createCharge": { body: body1, clean: clean0 },
  "createTransfer": { body: body2, clean: clean5, headers: headers2, headerNames: ["x-idempotency-key"] },
  "getTransaction": { path: path3 },
  "getTransfer": { path: path4 },
  "listWebhooks": {  },
  "createWebhook": { body: body6, clean: clean6 },
  "deleteWebhook": { path: path7 },
};
