// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Erc20} from "./base/Erc20.sol";

/// @title A token whose holders sign and let others send, as the bridged tokens of Polygon do.
/// @dev The token calls itself with the holder at the end of the call data (ERC-2771).
contract RelayedToken is Erc20 {
    bytes32 private constant DOMAIN = keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)");
    bytes32 private constant REQUEST = keccak256("MetaTransaction(uint256 nonce,address from,bytes functionSignature)");

    mapping(address => uint256) public nonces;

    constructor(string memory name_, string memory symbol_, uint256 supply, address holder) {
        _describe(name_, symbol_, 18);
        _mint(holder, supply);
    }

    function executeMetaTransaction(address user, bytes calldata functionSignature, bytes32 r, bytes32 s, uint8 v)
        external
        returns (bytes memory answer)
    {
        bytes32 request = keccak256(abi.encode(REQUEST, nonces[user]++, user, keccak256(functionSignature)));
        bytes32 domain = keccak256(abi.encode(DOMAIN, keccak256(bytes(name)), block.chainid, address(this)));
        address signer = ecrecover(keccak256(abi.encodePacked("\x19\x01", domain, request)), v, r, s);
        require(signer == user && signer != address(0), "wrong signature");
        bool done;
        (done, answer) = address(this).call(abi.encodePacked(functionSignature, user));
        require(done, "call failed");
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        _move(_sender(), to, value);
        return true;
    }

    function approve(address spender, uint256 value) public override returns (bool) {
        _approve(_sender(), spender, value);
        return true;
    }

    function _sender() private view returns (address sender) {
        sender = msg.sender;
        if (sender == address(this)) {
            assembly {
                sender := shr(96, calldataload(sub(calldatasize(), 20)))
            }
        }
    }
}
