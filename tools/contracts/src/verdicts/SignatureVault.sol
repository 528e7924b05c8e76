// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import {send} from "./base/Common.sol";

// A vault that obeys signatures.

contract SigVault {
    bytes32 immutable D;
    mapping(address => uint256) public bal;
    mapping(address => uint256) public nonces;
    mapping(address => mapping(address => uint256)) public session;
    mapping(address => address) public agent;
    mapping(address => mapping(bytes32 => bool)) public likes;
    constructor() {
        D = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("SigVault"),
                keccak256("1"),
                block.chainid,
                address(this)
            )
        );
    }
    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return D;
    }
    function deposit() external payable {
        bal[msg.sender] += msg.value;
    }
    function withdraw(uint256 a) external {
        bal[msg.sender] -= a;
        send(msg.sender, a);
    }
    function c_(address u, bytes32 h, uint8 v, bytes32 r, bytes32 s) internal view {
        address w = ecrecover(keccak256(abi.encodePacked("\x19\x01", D, h)), v, r, s);
        require(w == u && w != address(0), "sig");
    }
    function withdrawBySig(
        address account,
        address to,
        uint256 amount,
        uint256 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        require(nonces[account]++ == nonce);
        c_(
            account,
            keccak256(
                abi.encode(
                    keccak256("Withdraw(address account,address to,uint256 amount,uint256 nonce)"),
                    account,
                    to,
                    amount,
                    nonce
                )
            ),
            v,
            r,
            s
        );
        bal[account] -= amount;
        send(to, amount);
    }
    function openSession(
        address account,
        address key,
        uint256 limit,
        uint256 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        require(nonces[account]++ == nonce);
        c_(
            account,
            keccak256(
                abi.encode(
                    keccak256("OpenSession(address account,address key,uint256 limit,uint256 nonce)"),
                    account,
                    key,
                    limit,
                    nonce
                )
            ),
            v,
            r,
            s
        );
        session[account][key] = limit;
    }
    function spend(address account, address to, uint256 a) external {
        session[account][msg.sender] -= a;
        bal[account] -= a;
        send(to, a);
    }
    function approveAgent(address account, address agent_, uint256 nonce, uint8 v, bytes32 r, bytes32 s) external {
        require(nonces[account]++ == nonce);
        c_(
            account,
            keccak256(
                abi.encode(
                    keccak256("ApproveAgent(address account,address agent,uint256 nonce)"),
                    account,
                    agent_,
                    nonce
                )
            ),
            v,
            r,
            s
        );
        agent[account] = agent_;
    }
    function like(address account, bytes32 post) external {
        require(agent[account] == msg.sender);
        likes[account][post] = true;
    }
}
