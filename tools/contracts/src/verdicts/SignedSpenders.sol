// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import {IERC20, IERC721} from "./base/Common.sol";

// Honest spenders that pull with the signature of the owner.

contract AllowHub {
    bytes32 immutable D;
    mapping(address => mapping(uint256 => bool)) public used;
    constructor() {
        D = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)"),
                keccak256("AllowHub"),
                block.chainid,
                address(this)
            )
        );
    }
    function take(
        address owner,
        address token,
        uint256 a,
        address to,
        uint256 nonce,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        require(block.timestamp <= deadline && !used[owner][nonce]);
        used[owner][nonce] = true;
        bytes32 h = keccak256(
            abi.encode(
                keccak256(
                    "Take(address token,uint256 amount,address spender,address to,uint256 nonce,uint256 deadline)"
                ),
                token,
                a,
                msg.sender,
                to,
                nonce,
                deadline
            )
        );
        address w = ecrecover(keccak256(abi.encodePacked("\x19\x01", D, h)), v, r, s);
        require(w != address(0) && w == owner, "sig");
        IERC20(token).transferFrom(owner, to, a);
    }
}

contract SignedMarket {
    bytes32 immutable D;
    mapping(bytes32 => bool) public done;
    struct Ask {
        address seller;
        address nft;
        uint256 id;
        address token;
        uint256 price;
        uint256 salt;
    }
    constructor() {
        D = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)"),
                keccak256("Bazaar"),
                block.chainid,
                address(this)
            )
        );
    }
    function hashOf(Ask memory x) public pure returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    keccak256("Ask(address seller,address nft,uint256 id,address token,uint256 price,uint256 salt)"),
                    x.seller,
                    x.nft,
                    x.id,
                    x.token,
                    x.price,
                    x.salt
                )
            );
    }
    function buy(Ask calldata x, uint8 v, bytes32 r, bytes32 s) external {
        bytes32 h = hashOf(x);
        require(!done[h]);
        done[h] = true;
        require(
            ecrecover(keccak256(abi.encodePacked("\x19\x01", D, h)), v, r, s) == x.seller && x.seller != address(0),
            "sig"
        );
        IERC20(x.token).transferFrom(msg.sender, x.seller, x.price);
        IERC721(x.nft).transferFrom(x.seller, msg.sender, x.id);
    }
    function acceptOffer(Ask calldata x, address buyer, uint8 v, bytes32 r, bytes32 s) external {
        bytes32 h = keccak256(abi.encode("offer", hashOf(x)));
        require(!done[h]);
        done[h] = true;
        require(
            ecrecover(keccak256(abi.encodePacked("\x19\x01", D, h)), v, r, s) == buyer && buyer != address(0),
            "sig"
        );
        IERC20(x.token).transferFrom(buyer, msg.sender, x.price);
        IERC721(x.nft).transferFrom(msg.sender, buyer, x.id);
    }
}

contract Settle {
    bytes32 immutable D;
    struct Order {
        address maker;
        address sell;
        address buy;
        uint256 sellAmount;
        uint256 buyAmount;
        uint256 salt;
    }
    mapping(bytes32 => bool) public done;
    constructor() {
        D = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)"),
                keccak256("Settle"),
                block.chainid,
                address(this)
            )
        );
    }
    function fill(Order calldata x, uint8 v, bytes32 r, bytes32 s) external {
        bytes32 h = keccak256(
            abi.encode(
                keccak256(
                    "Order(address maker,address sell,address buy,uint256 sellAmount,uint256 buyAmount,uint256 salt)"
                ),
                x.maker,
                x.sell,
                x.buy,
                x.sellAmount,
                x.buyAmount,
                x.salt
            )
        );
        require(!done[h]);
        done[h] = true;
        require(ecrecover(keccak256(abi.encodePacked("\x19\x01", D, h)), v, r, s) == x.maker && x.maker != address(0));
        IERC20(x.sell).transferFrom(x.maker, msg.sender, x.sellAmount);
        IERC20(x.buy).transferFrom(msg.sender, x.maker, x.buyAmount);
    }
}

contract HubPlain {
    bytes32 immutable D;
    mapping(address => mapping(uint256 => bool)) public used;
    constructor() {
        D = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)"),
                keccak256("HubPlain"),
                block.chainid,
                address(this)
            )
        );
    }
    function take(
        address owner,
        address token,
        uint256 a,
        address to,
        uint256 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        require(!used[owner][nonce]);
        used[owner][nonce] = true;
        bytes32 h = keccak256(
            abi.encode(
                keccak256("Take(address token,uint256 amount,address spender,address to,uint256 nonce)"),
                token,
                a,
                msg.sender,
                to,
                nonce
            )
        );
        address w = ecrecover(keccak256(abi.encodePacked("\x19\x01", D, h)), v, r, s);
        require(w != address(0) && w == owner, "sig");
        IERC20(token).transferFrom(owner, to, a);
    }
}

contract HubDeadline {
    mapping(address => mapping(uint256 => bool)) public used;
    function take(
        address owner,
        address token,
        uint256 a,
        address to,
        uint256 nonce,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        require(block.timestamp <= deadline && !used[owner][nonce]);
        used[owner][nonce] = true;
        bytes32 h = keccak256(abi.encode(block.chainid, address(this), token, a, msg.sender, to, nonce, deadline));
        address w = ecrecover(h, v, r, s);
        require(w != address(0) && w == owner, "sig");
        IERC20(token).transferFrom(owner, to, a);
    }
}
