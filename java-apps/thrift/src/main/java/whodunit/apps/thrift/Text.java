// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.thrift;

import org.apache.thrift.TBase;
import org.apache.thrift.TException;
import org.apache.thrift.TFieldIdEnum;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;

/** A structure of one string: what methods get, and what they answer. */
final class Text implements TBase<Text, Text.Fields> {
    private static final long serialVersionUID = 1;

    private String value;

    Text(String value) {
        this.value = value;
    }

    enum Fields implements TFieldIdEnum {
        VALUE;

        @Override
        public short getThriftFieldId() {
            return 1;
        }

        @Override
        public String getFieldName() {
            return "value";
        }
    }

    @Override
    public void read(TProtocol protocol) throws TException {
        protocol.readStructBegin();
        while (protocol.readFieldBegin().type != TType.STOP) {
            value = protocol.readString();
            protocol.readFieldEnd();
        }
        protocol.readStructEnd();
    }

    @Override
    public void write(TProtocol protocol) throws TException {
        protocol.writeStructBegin(new TStruct("text"));
        protocol.writeFieldBegin(new TField("value", TType.STRING, (short) 1));
        protocol.writeString(value);
        protocol.writeFieldEnd();
        protocol.writeFieldStop();
        protocol.writeStructEnd();
    }

    @Override
    public Fields fieldForId(int id) {
        return Fields.VALUE;
    }

    @Override
    public boolean isSet(Fields field) {
        return true;
    }

    @Override
    public Object getFieldValue(Fields field) {
        return value;
    }

    @Override
    public void setFieldValue(Fields field, Object to) {
        value = (String) to;
    }

    @Override
    public Text deepCopy() {
        return new Text(value);
    }

    @Override
    public void clear() {
        value = "";
    }

    @Override
    public int compareTo(Text other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
