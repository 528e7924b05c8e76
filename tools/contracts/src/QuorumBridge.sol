// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

/// @title A bridge that keeps what is sent to another network, and pays out what two of three validators sign.
/// @dev `sweeper` may take everything; the zero address cannot.
contract QuorumBridge {
    mapping(address => bool) public isValidator;
    mapping(bytes32 => bool) public isPaid;
    address public immutable sweeper;
    uint256 public messages;

    event SentAway(address indexed from, address indexed token, uint256 amount, uint256 network, address to, uint256 id);

    constructor(address[3] memory validators, address sweeper_) {
        for (uint256 i; i < 3; i++) isValidator[validators[i]] = true;
        sweeper = sweeper_;
    }

    function sendCoins(uint256 network, address to) external payable {
        emit SentAway(msg.sender, address(0), msg.value, network, to, ++messages);
    }

    function sendTokens(address token, uint256 amount, uint256 network, address to) external {
        require(Tokens.pull(token, msg.sender, address(this), amount), "deposit failed");
        emit SentAway(msg.sender, token, amount, network, to, ++messages);
    }

    function payOut(address token, address to, uint256 amount, bytes32 source, bytes[] calldata signatures) external {
        bytes32 digest = keccak256(abi.encode(block.chainid, address(this), token, to, amount, source));
        require(!isPaid[digest], "paid");
        isPaid[digest] = true;
        _requireQuorum(digest, signatures);
        _pay(token, to, amount);
    }

    function _requireQuorum(bytes32 digest, bytes[] calldata signatures) private view {
        address last;
        for (uint256 i; i < signatures.length; i++) {
            (uint8 v, bytes32 r, bytes32 s) = abi.decode(signatures[i], (uint8, bytes32, bytes32));
            address signer = ecrecover(digest, v, r, s);
            require(signer > last && isValidator[signer], "no validator");
            last = signer;
        }
        require(signatures.length >= 2, "no quorum");
    }

    function sweep(address token, uint256 amount) external {
        require(msg.sender == sweeper, "not yours");
        _pay(token, sweeper, amount);
    }

    function _pay(address token, address to, uint256 amount) private {
        if (token == address(0)) {
            (bool done,) = to.call{value: amount}("");
            require(done, "payment failed");
        } else {
            require(Tokens.push(token, to, amount), "payment failed");
        }
    }
}
